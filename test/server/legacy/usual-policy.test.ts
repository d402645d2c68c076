import { expect, it } from 'vitest';
import { legacyTools } from '../../../src/cli/shell/legacy-tools.js';
import { empty, inNewFolder, load, withFile } from '../../config/load-settings.js';

inNewFolder();

const policyOf = async (env: NodeJS.ProcessEnv, ...profiles: string[]) => {
  const { flags } = await legacyTools(profiles);
  const { policy, warnings } = await load({ ...empty, ...env }, flags);
  return [policy.name, warnings.filter((one) => one.includes('policy')).length];
};

it('is dedicated for the assistant with a calendar of its own, unless a policy is set', async () => {
  expect(await policyOf({}, 'assistant-caldav')).toEqual(['dedicated', 1]);
  expect(await policyOf({}, 'all')).toEqual(['dedicated', 1]);
  expect(await policyOf({}, 'macos-calendar,omnifocus')).toEqual(['careful', 0]);
  expect(await policyOf({})).toEqual(['careful', 0]);
  const named = withFile({ policy: 'trusted' }).path;
  expect(await policyOf({ CALENDAR_CONFIG: named }, 'assistant-caldav')).toEqual(['trusted', 0]);
  const other = withFile({ timezone: 'UTC' }).path;
  expect(await policyOf({ CALENDAR_CONFIG: other }, 'assistant-caldav')).toEqual(['dedicated', 1]);
  expect(await policyOf({ CALENDAR_READ_ONLY: '1' }, 'assistant-caldav')).toEqual(['dedicated', 1]);
});
