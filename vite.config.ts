import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { asciiSources } from './scripts/ascii-sources.ts'
import { chunkFileName, firstLoadChunks, withoutFirstLoad } from './scripts/first-load-chunks.ts'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), asciiSources()],
  // The strict style policy forbids inlined fonts and images in style sheets to come from anywhere but files.
  build: { assetsInlineLimit: 0, modulePreload: { resolveDependencies: withoutFirstLoad } },
  resolve: {
    alias: [
      { find: /^zod$/, replacement: fileURLToPath(new URL('src/web/zod-without-eval.ts', import.meta.url)) },
    ],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: firstLoadChunks, chunkFileNames: chunkFileName } },
      },
    },
    // Of the packages only what the pages use is loaded at a start.
    ssr: command === 'build' ? { resolve: { noExternal: true } } : {},
  },
}))
