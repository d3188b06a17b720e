import type { ServerOverview, StoreSize } from '../servers/move/overview.ts'

const HEADER = ['store', 'name', 'people', 'size', 'events/min', 'requests/min', 'move']

/** Lines of a table of all servers and their stores, for a terminal. */
export function overviewLines(servers: readonly ServerOverview[]): string[] {
  const rows = servers.flatMap((server) =>
    server.stores.map((store) => ({ server, cells: cellsOf(store, roomiest(servers, server)) })),
  )
  const widths = HEADER.map((title, place) =>
    Math.max(title.length, ...rows.map(({ cells }) => widthOf(cells[place]!))),
  )
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, place) => cell + ' '.repeat(widths[place]! - widthOf(cell))).join('  ')}`.trimEnd()
  return servers.flatMap((server) => [
    titleOf(server),
    ...(server.stores.length > 0 ? [line(HEADER)] : []),
    ...rows.filter((row) => row.server === server).map(({ cells }) => line(cells)),
  ])
}

function titleOf({ id, version, bytes, stores }: ServerOverview): string {
  const name = id === 1 ? 'Server 1 (home)' : `Server ${id}`
  const count = `${stores.length} ${stores.length === 1 ? 'store' : 'stores'}`
  return version === null
    ? `${name} is away: its ${count} answer 503 until it is back, and none can move to it or from it.`
    : `${name}: PostgreSQL ${version}, ${sizeOf(bytes)}, ${count}`
}

function cellsOf(store: StoreSize, target: ServerOverview | undefined): string[] {
  const { id, name, people, bytes, eventsPerMinute, requestsPerMinute, move } = store
  const rate = (one: number | null) => (one === null ? '–' : one.toFixed(1))
  const command = target ? `npm run store:move ${id} ${target.id}` : '–'
  const moving = move && `on its way to server ${move.target} (${move.step}): npm run store:move ${id} ${move.target}`
  return [
    ...[String(id), name, people === null ? '–' : people.toLocaleString('en-US'), sizeOf(bytes)],
    ...[rate(eventsPerMinute), rate(requestsPerMinute), moving ?? command],
  ]
}

/** Another reachable server with the least data; undefined while there is none or this one is away. */
function roomiest(servers: readonly ServerOverview[], from: ServerOverview): ServerOverview | undefined {
  if (from.version === null) return undefined
  const others = servers.filter((server) => server !== from && server.version !== null)
  return others.toSorted((a, b) => (a.bytes ?? 0) - (b.bytes ?? 0))[0]
}

function sizeOf(bytes: number | null): string {
  if (bytes === null) return '–'
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

/** Columns of a terminal. Thai vowels and tone marks above and below a letter take none. */
const widthOf = (text: string) => [...text.replace(/\p{Mn}/gu, '')].length
