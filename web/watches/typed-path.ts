/** Folder and pattern as one path, as people type it: /pos/daily/*.csv. */
export const typedPath = ({ path }: { path: string }, pattern: string) => `/${path}${path && '/'}${pattern}`

/** Splits a typed path into the folder and the pattern of its names. */
export function readPath(typed: string): { path: string; pattern: string } {
  const parts = typed.trim().split('/').filter(Boolean)
  const pattern = typed.trim().endsWith('/') ? '' : (parts.pop() ?? '')
  return { path: parts.join('/'), pattern: pattern || '*' }
}
