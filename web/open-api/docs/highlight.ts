import type { HLJSApi } from 'highlight.js'

/** Languages of highlighted code. */
export type CodeLanguage = 'bash' | 'javascript' | 'php' | 'python'

let core: Promise<HLJSApi> | undefined

async function load(): Promise<HLJSApi> {
  const [{ default: hljs }, bash, javascript, php, python] = await Promise.all([
    import('highlight.js/lib/core'),
    import('highlight.js/lib/languages/bash'),
    import('highlight.js/lib/languages/javascript'),
    import('highlight.js/lib/languages/php'),
    import('highlight.js/lib/languages/python'),
  ])
  for (const [name, { default: language }] of Object.entries({ bash, javascript, php, python }))
    hljs.registerLanguage(name, language)
  return hljs
}

/** Returns code as HTML with its tokens marked; everything else is escaped. Loads the highlighter the first time. */
export async function highlighted(code: string, language: CodeLanguage): Promise<string> {
  core ??= load()
  return (await core).highlight(code, { language }).value
}
