/** A real CalDAV server on 127.0.0.1 with the users alice/alicepw and bob/bobpw and no stored data. */
export interface TestServer {
  readonly name: ServerName;
  /** Start address of discovery. */
  readonly url: string;
  /** alice */
  readonly username: string;
  readonly password: string;
  stop(): Promise<void>;
}

export const SERVER_NAMES = ['radicale', 'cyrus', 'sabre', 'davical', 'sogo', 'xandikos'] as const;

export type ServerName = (typeof SERVER_NAMES)[number];

export const USERS = [
  { username: 'alice', password: 'alicepw', mail: 'alice@example.org' },
  { username: 'bob', password: 'bobpw', mail: 'bob@example.org' },
] as const;

/** A room that can be invited, on the servers that support rooms. */
export const ROOM = {
  username: 'blue-room',
  password: 'roompw',
  mail: 'blue-room@example.org',
  name: 'Blue Room',
} as const;
