/** FNV-1a, because a scan computes millions. It needs no secrecy: the hashed values are in the same database. */
export function duplicateHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}
