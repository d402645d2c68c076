#!/usr/bin/env node
import { runCli } from './cli/run-cli.js';

// The end of a pipe such as `| head`: nobody reads on, and that is no error.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await runCli(process.argv.slice(2), process.env);
