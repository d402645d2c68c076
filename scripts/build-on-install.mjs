// Builds the program wherever npm takes it from its sources: `npm ci`, `npm pack`, and `npx` with the address of the
// repository. An installation without the development packages has nothing to build with, and keeps what it has.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
if (canBuild()) {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

function canBuild() {
  try {
    return resolve('rolldown') !== '';
  } catch {
    return false;
  }
}
