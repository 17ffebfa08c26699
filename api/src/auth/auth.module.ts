import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Session, User } from '@portfolio/database';
import { ApiEnv } from '../env.ts';
import { LimitsModule } from '../limits/limits.module.ts';
import { AuthController } from './auth.controller.ts';
import { AuthService } from './auth.service.ts';
import { DemoAccount } from './demo-account.ts';
import { FirstAdministrator } from './first-administrator.ts';
import { JwtStrategy } from './jwt.strategy.ts';
import { Passwords } from './passwords.ts';
import { ProfileController } from './profile.controller.ts';
import { ProfileService } from './profile.service.ts';
import { PublicAuthController } from './public-auth.controller.ts';
import { PublicDemoController } from './public-demo.controller.ts';
import { SessionsController } from './sessions.controller.ts';
import { SessionsRepository } from './sessions.repository.ts';
import { SessionsService } from './sessions.service.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { TOKEN_RULES, tokenKey } from './token-rules.ts';
import { UsersRepository } from './users.repository.ts';

@Module({
  imports: [
    TypeOrmModule.forFeature([Session, User]),
    PassportModule,
    LimitsModule,
    JwtModule.registerAsync({
      inject: [ApiEnv],
      useFactory: ({ JWT_SECRET }: ApiEnv) => {
        const { algorithm, issuer, audience, expiresIn } = TOKEN_RULES;
        return { secret: tokenKey(JWT_SECRET), signOptions: { algorithm, issuer, audience, expiresIn } };
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
