import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { User } from '@portfolio/database';
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
import { SignInLimits } from './sign-in-limits.ts';
import { TOKEN_RULES, tokenKey } from './token-rules.ts';
import { UsersRepository } from './users.repository.ts';

@Module({
  imports: [
    TypeOrmModule.forFeature([User]),
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
  controllers: [PublicAuthController, PublicDemoController, AuthController, ProfileController],
  providers: [
    AuthService,
    DemoAccount,
    FirstAdministrator,
    JwtStrategy,
    Passwords,
    ProfileService,
    SignInLimits,
    UsersRepository,
  ],
  exports: [AuthService],
})
export class AuthModule {}
