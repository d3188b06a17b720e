import type { Change, Defect } from './defect.ts'

/** A leak that sequences over two stores must find. Its first scene has a SQL login. */
const leak = (title: string, file: string, ...changes: (Omit<Change, 'file'> & { file?: string })[]): Defect => ({
  title: `secret pairs: ${title}`,
  changes: changes.map((change) => ({ file, ...change })),
  suites: ['server/suites/secret-pairs.test.ts'],
  env: { SECRETS_SEED: '4', SECRETS_PAIRS: '400', SECRETS_MOST: '1' },
})

/** A value that its sender may not read is compared with the stored one. */
const sighted = {
  file: 'server/imports/run/row-rights.ts',
  find: /\(mode === 'fill' \|\| mode === 'overwrite'\) && !reads\.has\(id\)/,
  put: 'mode === null && id === 0',
}

/** Ways by which an answer depends on a value that its caller may not read. */
export const pairDefects: Defect[] = [
  leak(
    'a dry run shows a key that only writes what customers have',
    'server/open-api/sending/view-results.ts',
    { find: /if \(!looksOpen\(reader, result\)\) return \{\}/, put: '' },
    { find: /Object\.hasOwn\(values, name\) && reader\.field\(id\)/, put: 'Object.hasOwn(values, name)' },
  ),
  leak('a right guess of a closed value is duplicated', 'server/open-api/sending/view-results.ts', sighted, {
    find: /\(result\.fields \?\? \[\]\)\.every\(reader\.field\) &&/,
    put: '',
  }),
  leak('a right guess of a closed value changes no version', 'server/imports/run/row-rights.ts', sighted),
  leak(
    'a receipt names the customer to a token that does not read the key of the item',
    'server/open-api/sending/view-results.ts',
    {
      find: /\(isLookedFor \? \{ profile_id, matched_by \} : \{ profile_id: null, matched_by: null \}\)/,
      put: '{ profile_id, matched_by }',
    },
  ),
  leak('a mask shows that there is a value', 'server/customers/profiles/view.ts', {
    find: /isClosed \? HIDDEN : field\.formula/,
    put: 'field.formula',
  }),
  leak('members of a closed segment are listed to a person', 'server/customers/segments/segment-of.ts', {
    find: /if \(\(await closedTo\(db, storeId, rights\)\)\.segments\.has\(id\)\) throw fieldClosed\(\)/,
    put: '',
  }),
  leak('members of a closed segment are listed to a key', 'server/open-api/reading/routes.ts', {
    find: /segments\.has\(params\.id\) \|\| /,
    put: '',
  }),
  leak('a segment over a closed segment is open', 'server/customers/membership/closed-segments.ts', {
    find: /closed\.segments\.add\(id\)\n\s+keys\.add\(dependency\.label\(id\)\)/,
    put: 'closed.segments.add(id)',
  }),
  leak('customers are counted by a closed field', 'server/customers/profiles/closed.ts', {
    find: /if \(leaf\.kind === 'profile'\) return fields\.has\(leaf\.field_id\)/,
    put: "if (leaf.kind === 'profile') return false",
  }),
  leak('dead letters are filtered by a closed value', 'server/open-api/connectors/view-letters.ts', {
    find: /throw new ApiError\('field_closed', \{ field: path \?\? 'value' \}\)/,
    put: '',
  }),
  leak('a key reads a field without a tick', 'server/customers/fields/access.ts', {
    find: /\(!field\.sensitive \|\| bySecretScope\) && isListed\(caller\.reads, field\)/,
    put: '!field.sensitive || bySecretScope',
  }),
  leak('a SQL view shows a closed column', 'server/open-api/profile-api/views.ts', {
    find: /if \(!mayRead\(\{ kind: 'sql', reads \}, field\)\) return [^\n]+/,
    put: '',
  }),
  leak('a field that is computed from a closed one is read', 'server/customers/fields/access.ts', {
    find: /reads\.has\(field\.id\) && \(source === undefined \|\| reads\.has\(source\)\)/,
    put: 'reads.has(field.id)',
  }),
]
