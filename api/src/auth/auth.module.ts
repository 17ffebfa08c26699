import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { ApiEnv } from '../env.ts';
import { AuthController, ProfileController, SessionsController } from './auth.controller.ts';
import { AuthService } from './auth.service.ts';
import { DemoAccount } from './demo-account.ts';
import { FirstAdministrator } from './first-administrator.ts';
import { JwtStrategy, TOKEN_RULES, tokenKey } from './jwt.strategy.ts';
import { Passwords } from './passwords.ts';
import { ProfileService } from './profile.service.ts';
import { PublicAuthController, PublicDemoController } from './public-auth.controller.ts';
import { SessionsRepository, TOKEN_LIFETIME_S } from './sessions.repository.ts';
import { SessionsService } from './sessions.service.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { UsersRepository } from './users.repository.ts';

/** Global, since AdminGuard depends on it. */
@Global()
@Module({
  imports: [
    PassportModule,
    JwtModule.registerAsync({
      inject: [ApiEnv],
      useFactory: ({ JWT_SECRET }: ApiEnv) => {
        const { algorithm, issuer, audience } = TOKEN_RULES;
        return {
          secret: tokenKey(JWT_SECRET),
          signOptions: { algorithm, issuer, audience, expiresIn: TOKEN_LIFETIME_S },
          verifyOptions: { algorithms: [algorithm], issuer, audience },
        };
      },
    }),
  ],
  controllers: [PublicAuthController, PublicDemoController, AuthController, ProfileController, SessionsController],
  providers: [
    AuthService,
    DemoAccount,
    FirstAdministrator,
    JwtStrategy,
    Passwords,
    ProfileService,
    SessionsRepository,
    SessionsService,
    SignInLimits,
    UsersRepository,
  ],
  exports: [AuthService, Passwords, SignInLimits],
})
export class AuthModule {}
