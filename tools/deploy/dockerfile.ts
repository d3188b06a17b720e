// Reads deploy/Dockerfile, so that tests and `npm run verify image` follow the file itself.
import { readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'

const root = join(import.meta.dirname, '../..')
const dockerfilePath = join(root, 'deploy/Dockerfile')

interface Step {
  instruction: string
  /** Its words after the instruction, in one line. */
  text: string
}

export interface Stage {
  base: string
  name: string | undefined
  steps: Step[]
}

/** Instructions that `image.ts` can follow: another one fails. */
const KNOWN = ['WORKDIR', 'COPY', 'RUN', 'USER', 'ENV', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']

/** Returns the stages of a Dockerfile. Throws for an instruction that nothing here follows. */
export function readDockerfile(text = readFileSync(dockerfilePath, 'utf8')): Stage[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
  const stages: Stage[] = []
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const [, instruction = '', words = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (instruction === 'FROM') {
      const [base = '', , name] = words.split(' ')
      stages.push({ base, name, steps: [] })
    } else if (KNOWN.includes(instruction)) stages.at(-1)!.steps.push({ instruction, text: words })
    else throw new Error(`The Dockerfile has the unknown instruction ${line}.`)
  }
  return stages
}

/** Returns the words of a command in JSON form, as CMD and HEALTHCHECK have it. */
export const commandOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf('[')))

/** Returns the variables of an ENV instruction. */
export const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]))

/** Returns the files that `COPY . .` takes: those that .dockerignore leaves, by its last line that matches. */
export function contextFiles(): string[] {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const isExcluded = (path: string) => {
    const last = patterns.findLast((pattern) => matchesGlob(path, pattern.replace('!', '')))
    return last !== undefined && !last.startsWith('!')
  }
  const filesBelow = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (isExcluded(path)) return []
      return entry.isDirectory() ? filesBelow(path) : [path]
    })
  return filesBelow('.').sort()
}
