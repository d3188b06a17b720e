import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { barOf } from './bars.ts'
import type { tables } from './table.ts'

const file = new URL('../docs/performance.md', import.meta.url)

const HEAD = `# Performance

The latest measurements, written by \`npm run bench -- <name> --write\`: each figure with its floor from the same run and the bar that it must
meet. The ratio compares the figure with its floor. Machines differ by more than most changes do: compare two versions on
one machine, one after the other.
`

/** Puts the figures of a bench where its earlier ones stood. `stolen`: the percentage of watchStolen. */
export async function writePerformance(bench: string, measured: typeof tables, stolen: number): Promise<void> {
  const old = await readFile(file, 'utf8').catch(() => HEAD)
  const [, ...sections] = old.split(/^(?=## )/m)
  const kept = sections.filter((section) => !section.startsWith(`## ${bench}\n`))
  const all = [...kept, sectionOf(bench, measured, stolen)].sort()
  await writeFile(file, `${[HEAD.trimEnd(), ...all.map((section) => section.trimEnd())].join('\n\n')}\n`)
}

function sectionOf(bench: string, measured: typeof tables, stolen: number): string {
  const blocks = measured.map(({ about, figures }) => {
    const rows = figures.map(({ work, figure, cpu, floor, ratio }) =>
      rowOf([work, figure, ...(figures.some((one) => one.cpu) ? [cpu ?? ''] : []), floor, ratio, barOf(bench, work)]),
    )
    const cpu = figures.some((one) => one.cpu) ? ['CPU, Node + PostgreSQL'] : []
    const head = ['', 'Figure', ...cpu, 'Floor', 'Ratio', 'Bar']
    return [...(about ? [`${about}:`, ''] : []), rowOf(head), rowOf(head.map(() => '---')), ...rows].join('\n')
  })
  return [
    `## ${bench}\n`,
    `${whereAndWhen()} Other machines of its host took ${stolen} % of the processors' time.\n`,
    blocks.join('\n\n'),
  ].join('\n')
}

const rowOf = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

function whereAndWhen(): string {
  const [first, ...others] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: fileURLToPath(new URL('..', import.meta.url)), encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', 'server', 'contract', 'web', 'bench') ? ' with changes' : ''
  const cores = `${others.length + 1} cores of ${first?.model.trim() || 'an unknown processor'}, ${memory} GiB`
  return `${new Date().toISOString().slice(0, 10)}, ${cores}, commit ${git('rev-parse', '--short=10', 'HEAD')}${changed}.`
}
