import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser on this machine: CHROMIUM_PATH, or where systems put it. */
export const chromiumPath = () => process.env.CHROMIUM_PATH ?? places.find((path) => existsSync(path))

/** Installs the system's Chromium where apt and the right to use it are there. Throws a sentence that says what to do. */
export async function ensureChromium(): Promise<string> {
  const found = chromiumPath()
  if (found) return found
  console.log('Installing Chromium for the browser tests…')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', 'chromium'],
  ]) {
    const [command, ...rest] = [...sudo, 'apt-get', ...args]
    spawnSync(command!, rest, { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
  const installed = chromiumPath()
  if (!installed) throw new Error('The browser tests need Chromium: install it, or name it in CHROMIUM_PATH.')
  return installed
}
