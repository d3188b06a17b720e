import { chromiumPath } from '../tools/chromium.ts'

/** The system's browser, quiet: it asks nobody outside for anything. The sandbox needs rights that containers don't give. */
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
