import { existsSync } from 'node:fs'
import { aptInstall } from './apt.ts'

/** Chromium without windows, menus and a desktop's services: the browser tests take less than half as long in it. */
const SHELL = '/usr/bin/chromium-headless-shell'
const places = [SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser on this machine: CHROMIUM_PATH, or where systems put it. */
export const chromiumPath = () => process.env.CHROMIUM_PATH ?? places.find((path) => existsSync(path))

/**
 * Installs a browser if none exists and apt is available; in CI also the quick one next to another. Throws an error that says what to do.
 */
export async function ensureChromium(): Promise<string> {
  const found = chromiumPath()
  const isQuick = found === SHELL || process.env.CHROMIUM_PATH !== undefined
  if (found && (isQuick || !process.env.CI)) return found
  console.log('Installing Chromium for the browser tests…')
  // Not every Debian and no Ubuntu has the first one.
  if (!aptInstall('chromium-headless-shell') && !found) aptInstall('chromium')
  const installed = chromiumPath()
  if (!installed) throw new Error('The browser tests need Chromium: install it, or name it in CHROMIUM_PATH.')
  return installed
}
