// Style, types, imports between rooms and dead code, all at the same time. What a check says comes when it ends.
import { spawn } from 'node:child_process';

const CHECKS = ['check:style', 'check:types', 'check:arrows', 'check:dead'];

const codes = await Promise.all(CHECKS.map(check));
process.exitCode = Math.max(...codes);

function check(name) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', name], { shell: process.platform === 'win32' });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(text));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said));
      if (code !== 0) process.stdout.write(`${name} failed\n`);
      resolve(code ?? 1);
    });
  });
}
