import type { TaskMoment } from '../../../../src/backends/eventkit/process/protocol.js';
/** What JavaScript for Automation shows of Objective-C: strict where it is, and with its traps. */
export type Kit = Record<string, unknown>;

export class Boxed {
  constructor(readonly value: number | boolean) {}
  valueOf(): number {
    return Number(this.value);
  }
  isNil(): boolean {
    return false;
  }
}

export class NSString {
  constructor(readonly text: string) {}
  isNil(): boolean {
    return false;
  }
  dataUsingEncoding(encoding: number): Data {
    if (encoding !== 1) throw new Error('another encoding');
    return new Data(Buffer.from(this.text, 'latin1'));
  }
}

export class Data {
  constructor(readonly bytes: Buffer) {}
  get length(): Boxed {
    return new Boxed(this.bytes.length);
  }
  isNil(): boolean {
    return false;
  }
}

/** `$()`: nil, until something is put into it. It can be called, and says nothing about anything else. */
export class Reference {
  error?: number;
  isNil(): boolean {
    return this.error === undefined;
  }
  get code(): Boxed {
    return new Boxed(this.error ?? 0);
  }
}

export const nil = (): Reference => new Reference();

/** Objects of classes: an unknown name is an error here, where on a Mac it is undefined or ends the script. */
export function strict<T extends object>(target: T): T {
  return new Proxy(target, {
    get: (object, name) => {
      if (name === 'isNil') return () => false;
      if (typeof name === 'symbol' || !(name in object)) throw new Error(`no selector ${String(name)}`);
      const value = Reflect.get(object, name) as unknown;
      return typeof value === 'function' ? value.bind(object) : value;
    },
    set: (object, name, value) => {
      if (!(name in object)) throw new Error(`no property ${String(name)}`);
      if (value === null || value === undefined) throw new Error('neither nil nor an object');
      return Reflect.set(object, name, value);
    },
  });
}

export function array(items: readonly unknown[] = []): object {
  const list = [...items];
  return strict({
    get count() {
      return new Boxed(list.length);
    },
    objectAtIndex: (at: number) => {
      if (at >= list.length) throw new Error('beyond the end');
      return list[at];
    },
    addObject: (item: unknown) => {
      list.push(item);
    },
    get items() {
      return list;
    },
  });
}

export function itemsOf(value: unknown): readonly unknown[] {
  return isNil(value) ? [] : (value as { items: unknown[] }).items;
}

export function isNil(value: unknown): boolean {
  return value instanceof Reference && value.isNil();
}

export function textOf(value: unknown): string {
  if (isNil(value)) return '';
  if (value instanceof NSString) return value.text;
  if (typeof value === 'string') return value;
  throw new Error('no text');
}

export function numberOf(value: unknown): number {
  if (typeof value === 'number' || value instanceof Boxed) return Number(value);
  throw new Error('no number');
}

export function flagOf(value: unknown): boolean {
  if (typeof value === 'boolean' || typeof value === 'number') return Boolean(value);
  throw new Error('no truth');
}

export function dateOf(ms: number): object {
  return strict({
    get timeIntervalSince1970() {
      return new Boxed(ms / 1000);
    },
  });
}

export function msOf(value: unknown): number {
  return Math.round(Number((value as { timeIntervalSince1970: Boxed }).timeIntervalSince1970) * 1000);
}

/** Reads of standard input, and what is written. */
export interface Streams {
  /** Blocks until there is something; empty at the end. */
  read(most: number): Buffer;
  write(bytes: Buffer): void;
}

/** Foundation, as far as the script asks it. `pumped` is called when the run loop runs. */
export function foundation(streams: Streams, zone: () => string, pumped: (tell: () => void) => void) {
  const registered = new Map<string, () => void>();
  const observers: (() => void)[] = [];
  const named = (name: string) => strict({ name: new NSString(name) });
  const ObjC = {
    import: () => undefined,
    unwrap: (value: unknown) =>
      value instanceof NSString ? value.text : value instanceof Boxed ? value.value : value,
    registerSubclass: ({
      name,
      methods,
    }: {
      name: string;
      methods: { 'seen:': { implementation: () => void } };
    }) => {
      registered.set(name, methods['seen:'].implementation);
      classes[name] = strict({ alloc: strict({ init: strict({ name }) }) });
    },
  };
  const classes: Kit = {
    NSASCIIStringEncoding: 1,
    NSString: strict({
      alloc: strict({
        initWithDataEncoding: ({ bytes }: Data, encoding: number) => {
          if (encoding !== 1) throw new Error('another encoding');
          return new NSString(bytes.toString('latin1'));
        },
      }),
    }),
    NSFileHandle: strict({
      fileHandleWithStandardInput: strict({
        get availableData() {
          return new Data(streams.read(65_536));
        },
        readDataOfLength: (length: number) => {
          const parts: Buffer[] = [];
          for (let left = length; left > 0; ) {
            const part = streams.read(left);
            if (part.length === 0) break;
            parts.push(part);
            left -= part.length;
          }
          return new Data(Buffer.concat(parts));
        },
      }),
      fileHandleWithStandardOutput: strict({ writeData: ({ bytes }: Data) => streams.write(bytes) }),
    }),
    NSDate: strict({
      dateWithTimeIntervalSince1970: (seconds: number) => dateOf(Math.round(seconds * 1000)),
      dateWithTimeIntervalSinceNow: (seconds: number) => dateOf(Date.now() + seconds * 1000),
    }),
    NSMutableArray: strict({
      get array() {
        return array();
      },
    }),
    NSNumber: strict({ numberWithInt: (value: number) => new Boxed(value) }),
    NSURL: strict({
      URLWithString: (text: string) =>
        /\s/.test(text) || text === '' ? nil() : strict({ absoluteString: new NSString(text) }),
    }),
    NSTimeZone: strict({
      get localTimeZone() {
        return named(zone());
      },
      timeZoneWithName: (name: string) => named(name === 'UTC' ? 'GMT' : name),
    }),
    NSRunLoop: strict({
      currentRunLoop: strict({
        runUntilDate: () =>
          pumped(() => {
            for (const seen of observers) seen();
          }),
      }),
    }),
    NSNotificationCenter: strict({
      defaultCenter: strict({
        addObserverSelectorNameObject: ({ name }: { name: string }, selector: string, what: string) => {
          if (selector !== 'seen:' || what !== 'EKEventStoreChangedNotification')
            throw new Error('no such thing');
          const seen = registered.get(name);
          if (seen !== undefined) observers.push(seen);
        },
      }),
    }),
    NSColorSpace: strict({ sRGBColorSpace: strict({ name: 'sRGB' }) }),
    NSColor: strict({ colorWithSRGBRedGreenBlueAlpha: (...parts: number[]) => colorOf(parts) }),
    CLLocation: strict({
      alloc: strict({
        initWithLatitudeLongitude: (latitude: number, longitude: number) => spotOf([latitude, longitude]),
      }),
    }),
    NSDateComponents: strict({
      alloc: strict({
        get init() {
          return componentsOf(null);
        },
      }),
    }),
  };
  const $ = Object.assign(
    (value?: unknown): unknown =>
      value === undefined ? nil() : typeof value === 'string' ? new NSString(value) : value,
    {},
  );
  return { ObjC, $, classes };
}

export function colorOf([red = 0, green = 0, blue = 0]: readonly number[]): object {
  const color: object = strict({
    colorUsingColorSpace: () => color,
    redComponent: new Boxed(red),
    greenComponent: new Boxed(green),
    blueComponent: new Boxed(blue),
  });
  return color;
}

export function spotOf([latitude, longitude]: readonly [number, number]): object {
  return strict({ coordinate: { latitude: new Boxed(latitude), longitude: new Boxed(longitude) } });
}

const UNDEFINED = 2 ** 63;

export function componentsOf(moment: TaskMoment | null): object {
  const [year = UNDEFINED, month = UNDEFINED, day = UNDEFINED, hour = UNDEFINED, minute = UNDEFINED] =
    moment?.parts ?? [];
  const zone = moment?.zone ?? null;
  const timeZone = zone === null ? nil() : strict({ name: new NSString(zone) });
  return strict({ year, month, day, hour, minute, timeZone } as Kit);
}

export function momentOf(components: unknown): TaskMoment | null {
  if (isNil(components)) return null;
  const { year, month, day, hour, minute, timeZone } = components as Record<string, unknown>;
  const parts = [year, month, day, hour, minute].map(Number).filter((value) => value < UNDEFINED);
  return { parts, zone: isNil(timeZone) ? null : (timeZone as { name: NSString }).name.text };
}
