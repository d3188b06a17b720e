// Commands of the documents, in their order.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

interface DocumentCommand {
  document: string
  section: string
  /** `text` for the settings of another program. */
  language: 'sh' | 'sql' | 'ini' | 'text'
  text: string
}

/** Inline code that a reader types: programs of Ruam, with settings in front. */
const TYPED = /^(?:[A-Z][A-Z0-9_]*=\S+ )*(?:npm (?:run|start|ci)\b|node \S+\.(?:ts|js)|openssl |pgbackrest |pg_dump )/

/** Returns the lines of `sh` blocks, whole blocks of other languages, and typed inline code; each text once a document. */
export function commandsOf(document: string): DocumentCommand[] {
  const found: DocumentCommand[] = []
  let section = ''
  const add = (language: DocumentCommand['language'], text: string) => {
    if (text !== '' && !found.some((one) => one.text === text)) found.push({ document, section, language, text })
  }
  const text = readFileSync(join(root, document), 'utf8')
  for (const [whole, title, language, block, inline] of text.matchAll(
    /^#+ (.+)$|^```(\w*)\n([\s\S]*?)^```$|(?<!`)`([^`\n]+)`/gm,
  )) {
    if (title !== undefined) section = title
    else if (block !== undefined) {
      if (language === 'sh') for (const line of block.replaceAll('\\\n', ' ').split('\n')) add('sh', line.trim())
      else add(language === 'sql' || language === 'ini' ? language : 'text', block.trim())
    } else if (inline !== undefined && TYPED.test(inline)) add('sh', whole.slice(1, -1))
  }
  return found
}
