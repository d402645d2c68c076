import { expect, it } from 'vitest';
import { otlpSettings } from '../../src/cli/http/observe/otlp-settings.js';

const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

it.each<[string, Record<string, string>, object | undefined]>([
  ['nothing', {}, undefined],
  ['an endpoint', base, { url: 'http://collector:4318/v1/traces' }],
  ['an empty one', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, undefined],
  [
    'one for traces, as it is',
    { ...base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://x/t' },
    { url: 'https://x/t' },
  ],
  ['no wish for it', { ...base, OTEL_SDK_DISABLED: 'true' }, undefined],
  [
    'headers',
    { ...base, OTEL_EXPORTER_OTLP_HEADERS: 'a=b%3D, c = d,=e,bad=%zz' },
    { headers: { a: 'b=', c: 'd' } },
  ],
  [
    'a name and attributes',
    { ...base, OTEL_SERVICE_NAME: 'cal', OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test' },
    { resource: { 'service.name': 'cal', 'service.version': '1', 'deployment.environment': 'test' } },
  ],
])('with %s', (_, env, expected) => {
  const found = otlpSettings(env, '1');
  if (expected === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(expected);
});

it('an endpoint that is no address is a configuration error', () => {
  expect(() => otlpSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, '1')).toThrow(
    /not an http address/,
  );
});
