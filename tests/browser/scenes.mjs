// The page's drawing code by itself. Without an argument: reads drawing requests, as JSON in one
// line each, and writes scenes in the same way, or only the marks where those are asked for. With
// the name of a file: writes a script that a document can load, with everything as `drawing`.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const { rolldown } = await import(
  pathToFileURL(createRequire(join(web, 'package.json')).resolve('rolldown'))
);

const bundle = await rolldown({
  input: join(web, 'src/testing/scenes.ts'),
  cwd: web,
  moduleTypes: { '.css': 'empty' },
});
if (process.argv[2]) {
  await bundle.write({ file: process.argv[2], format: 'iife', name: 'drawing' });
} else {
  const place = mkdtempSync(join(tmpdir(), 'duiyi-scenes-'));
  try {
    await bundle.write({ file: join(place, 'scenes.mjs'), format: 'esm' });
    const { drawn, marks } = await import(pathToFileURL(join(place, 'scenes.mjs')));
    for await (const line of createInterface({ input: process.stdin })) {
      const request = JSON.parse(line);
      if (request.marks) {
        console.log(JSON.stringify(marks(request)));
        continue;
      }
      const { width, height, layers } = drawn(request);
      console.log(JSON.stringify({ width, height, layers }));
    }
  } finally {
    rmSync(place, { recursive: true });
  }
}
