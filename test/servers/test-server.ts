/** A real CalDAV server on 127.0.0.1 with the users alice/alicepw and bob/bobpw and nothing stored. */
export interface TestServer {
  readonly name: ServerName;
  /** Where discovery starts. */
  readonly url: string;
  /** alice */
  readonly username: string;
  readonly password: string;
  stop(): Promise<void>;
}

export type ServerName = 'radicale' | 'cyrus';

export const USERS = [
  { username: 'alice', password: 'alicepw' },
  { username: 'bob', password: 'bobpw' },
] as const;
