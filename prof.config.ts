import base from './vitest.config.ts';
export default async (env: any) => {
  const c = await (base as any)(env);
  for (const p of c.test.projects) p.test.setupFiles = ['./prof-setup.ts', ...p.test.setupFiles];
  return c;
};
