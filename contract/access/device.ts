const browsers: [name: string, sign: RegExp][] = [
  ['LINE', /\bLine\//],
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
]
const systems: [name: string, sign: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const nameIn = (list: [string, RegExp][], words: string) => list.find(([, sign]) => sign.test(words))?.[0]

/** Names the browser and system in a user agent, as people call them. */
export const deviceOf = (words: string) => ({ browser: nameIn(browsers, words), system: nameIn(systems, words) })
