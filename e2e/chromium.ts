import { chromiumPath } from '../tools/chromium.ts'

/** The system's browser, without requests of its own. The sandbox needs rights that containers lack. */
export const chromium = {
  executablePath: chromiumPath(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
