import { type INestApplication, RequestMethod, type Type } from '@nestjs/common';
import {
  GUARDS_METADATA,
  HTTP_CODE_METADATA,
  INTERCEPTORS_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { ErrorCode } from '@portfolio/contracts';
import { AdminGuard, ViewerGuard } from '../../auth/guards.ts';
import { API_ERRORS } from '../app-error.ts';
import { type UploadField, uploadFieldOf } from '../file-upload.interceptor.ts';
import { ParseIdPipe } from '../parse-id.pipe.ts';
import type { RequestClass } from './request-schemas.ts';

/** A controller method, from the metadata of its decorators. */
export interface Route {
  /** `GalleriesController.create` */
  name: string;
  /** Lower case. */
  method: string;
  /** `/api/galleries/{slug}` */
  path: string;
  /** Whether a token is ignored, optional or required. */
  access: 'open' | 'optional' | 'administrator';
  pathParameters: {
    name: string;
    /** Own name, where routes share the path. */ meaning?: string;
    notFound?: ErrorCode;
  }[];
  /** Query parameters outside of a request class. */
  queryParameters: string[];
  query?: RequestClass;
  body?: RequestClass;
  /** File field of a multipart body. */
  uploadField?: UploadField;
  /** Status of success. */
  status: number;
  errors: ErrorCode[];
}

/** Routes of all controllers, in the order of modules, classes and methods. */
export function routesOf(app: INestApplication): Route[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => {
    const controller = metatype as Type;
    return new MetadataScanner()
      .getAllMethodNames(controller.prototype)
      .filter((name) => Reflect.hasMetadata(METHOD_METADATA, controller.prototype[name]))
      .map((name) => routeOf(controller, name));
  });
}

interface Argument {
  index: number;
  data?: string;
  pipes: unknown[];
}

function routeOf(controller: Type, name: string): Route {
  const handler: object = controller.prototype[name];
  const read = <T>(key: string | symbol, from: object): T | undefined => Reflect.getMetadata(key, from);
  const both = (key: string) => [...(read<unknown[]>(key, controller) ?? []), ...(read<unknown[]>(key, handler) ?? [])];
  const method = RequestMethod[read<RequestMethod>(METHOD_METADATA, handler) ?? RequestMethod.GET].toLowerCase();
  const parts = [read<string>(PATH_METADATA, controller) ?? '', read<string>(PATH_METADATA, handler) ?? ''];
  const path = `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;
  const argumentsOf = readArguments(controller, name);
  const classOf = (kind: RouteParamtypes) => argumentsOf(kind).find(({ data }) => data === undefined)?.type;
  const guards = both(GUARDS_METADATA);
  return {
    name: `${controller.name}.${name}`,
    method,
    path: path.replace(/:(\w+)/g, '{$1}'),
    access: guards.includes(AdminGuard) ? 'administrator' : guards.includes(ViewerGuard) ? 'optional' : 'open',
    pathParameters: [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => ({
      name: parameter!,
      notFound: argumentsOf(RouteParamtypes.PARAM)
        .filter(({ data }) => data === parameter)
        .flatMap(({ pipes }) => pipes)
        .find((pipe) => pipe instanceof ParseIdPipe)?.notFound,
    })),
    queryParameters: argumentsOf(RouteParamtypes.QUERY).flatMap(({ data }) => data ?? []),
    query: classOf(RouteParamtypes.QUERY),
    body: classOf(RouteParamtypes.BODY),
    uploadField: both(INTERCEPTORS_METADATA).map(uploadFieldOf).find(Boolean),
    status: read<number>(HTTP_CODE_METADATA, handler) ?? (method === 'post' ? 201 : 200),
    errors: read<ErrorCode[]>(API_ERRORS, handler) ?? [],
  };
}

/** Nest stores the arguments of a method under `${kind}:${index}`. */
function readArguments(controller: Type, name: string) {
  const stored: Record<string, Argument> = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {};
  const types: RequestClass[] = Reflect.getMetadata('design:paramtypes', controller.prototype, name) ?? [];
  return (kind: RouteParamtypes) =>
    Object.entries(stored)
      .filter(([key]) => key.startsWith(`${kind}:`))
      .map(([, { index, data, pipes }]) => ({ data, pipes, type: types[index] }));
}

/** Path without parameter names: OpenAPI takes paths of one shape for the same. */
export const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}');

/** Gives routes of one shape one path: `slug` in one method and `id` in another become `slug_or_id` in both. */
export function sharePaths(routes: Route[]): Route[] {
  return routes.map((route) => {
    const alike = routes.filter(({ path }) => shapeOf(path) === shapeOf(route.path));
    const names = route.pathParameters.map((_, index) => [
      ...new Set(alike.map(({ pathParameters }) => pathParameters[index]?.name ?? '')),
    ]);
    let at = 0;
    return {
      ...route,
      path: route.path.replace(/\{\w+\}/g, () => `{${names[at++]!.join('_or_')}}`),
      pathParameters: route.pathParameters.map((parameter, index) => ({
        ...parameter,
        name: names[index]!.join('_or_'),
        meaning: parameter.name,
      })),
    };
  });
}
