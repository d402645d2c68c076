import { randomBytes } from 'node:crypto';
import type {
  SessionChange,
  SessionOpening,
  SessionRecords,
  SessionState,
} from '../../../ports/replicas/session-records.js';
import type { McpRequest } from '../adapter.js';
import { HttpRefusal } from '../refusal.js';
import { replay } from './replay.js';
import { requestAddress, separateAnswers } from './separate-answers.js';
import { endCancelled, isBusy, openSession, type ServedSession, type SessionName } from './session.js';

/** Longest delay until a replica notices that a session has ended or changed elsewhere. */
const LOOK_MS = 1000;
/** Longest delay until a record shows that its session was used. */
const TOUCH_MS = 10_000;

/** Longest `initialize` parameters, in characters. */
const MOST_OPENING = 64 * 1024;

interface Copy {
  readonly session: ServedSession;
  readonly opening: SessionOpening;
  /** Identifies this replica in request ids. */
  readonly asker: string;
  /** Requests running here. */
  readonly running: ReadonlySet<string | number>;
  /** Undefined without a record: the database was unreachable when the session began. */
  version: number | undefined;
  state: SessionState;
  touchedAt: number;
}

/**
 * Syncs this replica's sessions with the shared records. Polls, because polling resumes by itself after a
 * database failure; sessions continue meanwhile.
 */
export class SharedSessions {
  readonly #copies = new Map<ServedSession, Copy>();
  readonly #finding = new Map<string, Promise<ServedSession | undefined>>();
  readonly #timer = setInterval(() => void this.#look(), LOOK_MS).unref();
  #looking = false;

  constructor(
    private readonly records: SessionRecords,
    /** Sessions per user. */
    private readonly most: number,
    private readonly ended: (session: ServedSession) => void,
  ) {}

  begin(request: McpRequest, name: SessionName): Promise<ServedSession> {
    const opening = openingOf(request);
    if (JSON.stringify(opening).length > MOST_OPENING) {
      throw new HttpRefusal(413, 'The parameters of initialize are too long.');
    }
    return this.#open(request, name, { opening, version: undefined, state: { watched: [] } });
  }

  /** Restores a session of another replica; undefined if not found or owned by another user. */
  find(id: string, request: McpRequest): Promise<ServedSession | undefined> {
    // Concurrent requests share one restore.
    const key = JSON.stringify([id, request.grant.identity]);
    const finding = this.#finding.get(key) ?? this.#find(id, request);
    this.#finding.set(key, finding);
    const found = (): boolean => this.#finding.delete(key);
    finding.then(found, found);
    return finding;
  }

  /** Call before serving a request. DELETE ends the session at every replica. */
  async asked({ id, calendar }: ServedSession, { req: { method } }: McpRequest): Promise<void> {
    if (method === 'DELETE') await this.records.end(id);
    // It may have missed notifications while not listening, or from a lost replica.
    if (method === 'GET') setImmediate(calendar.retell);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #find(id: string, request: McpRequest): Promise<ServedSession | undefined> {
    const found = await this.records.find(id, request.grant.identity);
    if (found === undefined) return undefined;
    const { conversation, opening, version, state } = found;
    const session = await this.#open(request, { id, conversation }, { opening, version, state });
    await replay(session.transport, id, opening);
    session.calendar.adopt(state);
    return session;
  }

  async #open(
    request: McpRequest,
    name: SessionName,
    known: Pick<Copy, 'opening' | 'version' | 'state'>,
  ): Promise<ServedSession> {
    const session = await openSession(request, name, {
      begun: () => (known.version === undefined ? this.#record(copy).catch(() => undefined) : undefined),
      changed: (change) => this.#change(copy, change),
      ended: () => {
        this.#copies.delete(session);
        this.ended(session);
      },
    });
    const asker = randomBytes(6).toString('base64url');
    const running = separateAnswers(session.transport, asker, (address, message) => {
      // If that replica is gone, its call is gone too, and nothing was done.
      this.records.leave(name.id, address, message).catch(() => undefined);
    });
    const copy: Copy = { ...known, session, asker, running, touchedAt: performance.now() };
    this.#copies.set(session, copy);
    return session;
  }

  async #record(copy: Copy): Promise<void> {
    const { session, opening, state } = copy;
    const { id, identity, conversation } = session;
    await this.records.begin(id, { identity, conversation, opening, state }, this.most);
    copy.version = 0;
  }

  async #change(copy: Copy, change: SessionChange): Promise<void> {
    copy.state = changedState(copy.state, change);
    if (copy.version !== undefined) await this.records.change(copy.session.id, change);
  }

  async #look(): Promise<void> {
    if (this.#looking || this.#copies.size === 0) return;
    this.#looking = true;
    try {
      const copies = [...this.#copies.values()];
      for (const copy of copies) if (copy.version === undefined && isBegun(copy)) await this.#record(copy);
      const recorded = copies.filter(({ version }) => version !== undefined);
      await this.#touch(recorded);
      const versions = await this.records.versions(recorded.map(({ session }) => session.id));
      for (const copy of recorded) await this.#follow(copy, versions.get(copy.session.id));
    } catch {
      // The database is unreachable; the next poll catches up.
    } finally {
      this.#looking = false;
    }
  }

  async #touch(copies: readonly Copy[]): Promise<void> {
    const now = performance.now();
    const used = copies.filter(
      ({ session, touchedAt }) =>
        now - touchedAt > TOUCH_MS && (isBusy(session) || session.usedAt > touchedAt),
    );
    await this.records.touch(used.map(({ session }) => session.id));
    for (const copy of used) copy.touchedAt = now;
  }

  async #follow(copy: Copy, version: number | undefined): Promise<void> {
    const { session, asker, running } = copy;
    if (version === copy.version) return;
    const found = version === undefined ? undefined : await this.records.find(session.id, session.identity);
    if (found === undefined) {
      await session.transport.close();
      return;
    }
    copy.version = found.version;
    copy.state = found.state;
    session.calendar.adopt(found.state);
    const left = await this.records.collect(session.id, [asker, ...[...running].map(requestAddress)]);
    for (const message of left as never[]) {
      session.transport.onmessage?.(message);
      endCancelled(session, message);
    }
  }
}

/** True if the client knows the session. */
function isBegun({ session }: Copy): boolean {
  return session.transport.sessionId !== undefined;
}

function openingOf({ message }: McpRequest): SessionOpening {
  const { protocolVersion, capabilities, clientInfo } = message?.params ?? {};
  return { protocolVersion, capabilities, clientInfo } as SessionOpening;
}

function changedState(state: SessionState, change: SessionChange): SessionState {
  if ('logLevel' in change) return { ...state, logLevel: change.logLevel };
  const uri = 'watch' in change ? change.watch : change.unwatch;
  const others = state.watched.filter((other) => other !== uri);
  return { ...state, watched: 'watch' in change ? [...others, uri] : others };
}
