import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { firstLoadChunks } from './scripts/first-load-chunks.ts'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The strict style policy forbids inlined fonts and images in style sheets to come from anywhere but files.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: firstLoadChunks } } } },
  },
})
