import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractForBrowser } from './core/vite-contract.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = 'http://localhost:3000'

export default defineConfig({
  root: here('.'),
  plugins: [contractForBrowser(here('../contract')), react()],
  build: {
    outDir: here('dist'),
    target: 'es2023',
    // Everything comes from files of its own, as the content security policy asks: no data: addresses, no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every list needs travels in one file: one request instead of twenty, and a tenth smaller.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /[\\/]web[\\/]core[\\/](App|DataTable|SearchBox|Toolbar|api|view|use-format|may)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/socket': { target: server, ws: true } } },
})
