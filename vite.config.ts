import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The strict style policy forbids inlined fonts and images in style sheets to come from anywhere but files.
  build: { assetsInlineLimit: 0 },
})
