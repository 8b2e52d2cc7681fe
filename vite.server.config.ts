import { defineConfig } from 'vite'
import { asciiSources } from './scripts/ascii-sources.ts'

/**
 * Binaries, what only development needs, what is loaded when it is first asked for, and `oidc-provider`, which reads the names of its
 * classes: one file renames those that occur twice.
 */
const FROM_PACKAGES = [
  ...['sharp', 'satori', 'vite', '@fastify/middie', 'pg-native', '@opentelemetry/sdk-node'],
  'oidc-provider',
]

/** The server with its packages as one file: reading and compiling a thousand of them takes longer than the start itself. */
export default defineConfig({
  publicDir: false,
  plugins: [asciiSources()],
  build: {
    ssr: 'src/server/main.ts',
    outDir: 'build/run',
    target: 'node24',
    // Names stay, so that a stack can be read.
    rolldownOptions: { output: { entryFileNames: '[name].js', minify: { mangle: false, compress: true } } },
  },
  ssr: { noExternal: true, external: FROM_PACKAGES },
})
