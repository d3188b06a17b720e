import type { WatchOfStore } from './watch.ts'

type Place = WatchOfStore['place']

/** Port of SSH, which no address has to name. */
export const SSH_PORT = 22

/** Folder and pattern as one path, as people type it: /pos/daily/*.csv. */
const typedPath = ({ path }: { path: string }, pattern: string) => `/${path}${path && '/'}${pattern}`

/** Splits a typed path into the folder and the pattern of its names. */
export function readPath(typed: string): { path: string; pattern: string } {
  const parts = typed.trim().split('/').filter(Boolean)
  const pattern = typed.trim().endsWith('/') ? '' : (parts.pop() ?? '')
  return { path: parts.join('/'), pattern: pattern || '*' }
}

/** Folder and pattern of a place as one path, as people type it. */
export function typedPlace(place: Place, pattern: string): string {
  switch (place.kind) {
    case 'folder':
      return typedPath(place, pattern)
    case 's3':
      return typedPath({ path: place.prefix.replace(/\/$/, '') }, pattern)
    case 'sftp':
      return [...(place.folder ? [place.folder.replace(/\/$/, '')] : []), pattern].join('/')
    case 'line_chat':
      return pattern
  }
}

/** Splits the path of a server, which may begin at the user's own folder. */
export function readServerPath(typed: string): { folder: string; pattern: string } {
  const { path, pattern } = readPath(typed)
  return { folder: typed.trim().startsWith('/') ? `/${path}` : path, pattern }
}

/** Address of a place with the names in it: s3://bucket/folder/*.csv. */
export function addressOf(place: Place, pattern: string): string {
  const names = pattern === '*' ? '' : pattern
  switch (place.kind) {
    case 's3':
      return `s3://${place.bucket}/${place.prefix}${names}`
    case 'sftp': {
      const port = place.port === SSH_PORT ? '' : `:${place.port}`
      const folder = place.folder.replace(/^\/|\/$/g, '')
      return [place.host + port, ...(folder ? [folder] : []), ...(names ? [names] : [])].join('/')
    }
    case 'line_chat':
      return names
    case 'folder':
      return typedPath(place, pattern)
  }
}
