// Builds the page's engine by itself, as the page's own build does, for a browser to import.
// usage: node page.mjs WEB FOLDER
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , web, folder] = process.argv;
const require = createRequire(join(web, 'package.json'));
const { build } = await import(pathToFileURL(require.resolve('vite')));

const ENTRY = join(web, 'src/engine/asked.ts');
const parts = ['engine', 'local', 'analyst', 'review', 'types'];
await build({
  root: web,
  configFile: join(web, 'vite.config.ts'),
  base: '/engine-test/',
  publicDir: false,
  logLevel: 'error',
  plugins: [
    {
      name: 'entry',
      enforce: 'pre',
      resolveId: (id) => (id === ENTRY ? ENTRY : null),
      load: (id) => (id === ENTRY ? parts.map((part) => `export * from './${part}';`).join('\n') : null),
    },
  ],
  build: {
    outDir: folder,
    emptyOutDir: true,
    rollupOptions: {
      input: ENTRY,
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'engine.js' },
    },
  },
});
