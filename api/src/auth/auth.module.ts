import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { User } from '@portfolio/database';
import { ApiEnv } from '../env.ts';
import { AuthController } from './auth.controller.ts';
import { AuthService } from './auth.service.ts';
import { FirstAdministrator } from './first-administrator.ts';
import { JwtStrategy } from './jwt.strategy.ts';
import { PublicAuthController } from './public-auth.controller.ts';
import { PublicDemoController } from './public-demo.controller.ts';
import { TOKEN_RULES } from './token-rules.ts';
import { UsersRepository } from './users.repository.ts';

@Module({
  imports: [
    TypeOrmModule.forFeature([User]),
    PassportModule,
    JwtModule.registerAsync({
      inject: [ApiEnv],
      useFactory: ({ JWT_SECRET }: ApiEnv) => {
        const { algorithm, issuer, audience, expiresIn } = TOKEN_RULES;
        return { secret: JWT_SECRET, signOptions: { algorithm, issuer, audience, expiresIn } };
      },
    }),
  ],
  controllers: [PublicAuthController, PublicDemoController, AuthController],
  providers: [AuthService, FirstAdministrator, JwtStrategy, UsersRepository],
})
export class AuthModule {}
