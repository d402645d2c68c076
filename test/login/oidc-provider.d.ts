/** As much of it as the tests use: the package has no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';
  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    readonly AccessToken: { find(token: string): Promise<object | undefined> };
    readonly RefreshToken: { find(token: string): Promise<object | undefined> };
    readonly Client: { find(id: string): Promise<object | undefined> };
  }
}
