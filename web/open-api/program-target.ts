import type { LinkTarget } from '../ui/route.tsx'
import type { Program } from './use-program-actions.tsx'

/** Page of a program. */
export const programTarget = ({ id, kind }: Pick<Program, 'id' | 'kind'>): LinkTarget =>
  kind === 'key'
    ? { to: 'data-source-openapi-key-detail', params: { keyId: id } }
    : { to: 'data-source-openapi-token-create-edit', params: { apiTokenId: id } }
