import type { LinkTarget } from '../../../ui/route.tsx'
import { mayShow, stageTarget, stageTargetOf } from '../stages.ts'
import type { DataSourceOfStore } from '../use-source.ts'

/** An address of the older web, with the ids it names. */
export interface Bookmark {
  kind: 'nonmapping' | 'mapping' | 'output' | 'edit'
  id: number
  /** Number of the run. */
  log: number
  /** Word of the older web for the kind of data source; undefined if the address has none. */
  type?: string
}

const at = '/data-source/'
const digits = String.raw`([1-9]\d{0,14})`
const word = '([^/]+)'

const kinds: readonly [Bookmark['kind'], RegExp, names: readonly ('id' | 'log' | 'type')[]][] = [
  ['nonmapping', new RegExp(`${at}nonmapping/datasources/${digits}/${digits}/?$`), ['log', 'id']],
  [
    'mapping',
    new RegExp(
      `${at}mapping/datasources/${digits}/data-type/${word}/(?:true|false|0|1)/log/${digits}/pipeline-status/${word}/?$`,
    ),
    ['id', 'type', 'log'],
  ],
  ['output', new RegExp(`${at}output/datasource-logs/${digits}/${digits}/data-type/${word}/?$`), ['log', 'id', 'type']],
  ['edit', new RegExp(`${at}output/edit/${digits}/${digits}/?$`), ['log', 'id']],
]

/** Reads an address of the older web; undefined if its ids are not numbers. */
export function readBookmark(pathname: string): Bookmark | undefined {
  for (const [kind, pattern, names] of kinds) {
    const found = pattern.exec(pathname)
    if (!found) continue
    const part = (name: string) => found[names.indexOf(name as 'id') + 1]
    const type = names.includes('type') ? part('type') : undefined
    return { kind, id: Number(part('id')), log: Number(part('log')), ...(type && { type }) }
  }
  return undefined
}

interface Where {
  source: Pick<DataSourceOfStore, 'id' | 'status' | 'type'>
  mayImport: boolean
  /** The run that the bookmark names; null if it is gone. */
  run: { runId: string; kind: 'dry' | 'real' | 'stream' } | null
}

/** The screen that an old bookmark means now. The status of the data source decides, not the one in the address. */
export function bookmarkTarget({ kind, type }: Bookmark, { source, mayImport, run }: Where): LinkTarget {
  const output: LinkTarget = { to: 'data-source-v2-list-output', params: { dataSourceId: source.id } }
  if (kind === 'output')
    return run ? { ...output, search: { run: run.runId, ...(run.kind === 'dry' && { kind: 'dry' }) } } : output
  // What comes by API has no steps.
  if (source.type === 'openapi' || type === 'openapi') return output
  const mapsAgain = kind !== 'mapping' && mayImport && mayShow('mapping', source.status)
  return mapsAgain ? stageTarget('mapping', source.id) : stageTargetOf(source, mayImport)
}
