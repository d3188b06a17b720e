import type { Defect } from './defect.ts'

const suites = ['server/broadcasts/sending']

/** Defects of sending broadcasts. */
export const broadcastDefects: Defect[] = [
  {
    title: 'a retry of a chunk has a new key',
    changes: [
      {
        file: 'server/broadcasts/sending/chunks.ts',
        find: /set tries = tries \+ 1,/,
        put: 'set retry_key = gen_random_uuid(), tries = tries + 1,',
      },
    ],
    suites,
  },
  {
    title: 'LINE is called before the key of a chunk is committed',
    changes: [
      {
        file: 'server/broadcasts/sending/send.ts',
        find: /\(db\) => nextStep\(core\.config, db, lease, asked\)/,
        put: `async (db) => {
        const next = await nextStep(core.config, db, lease, asked)
        const account = await lineAccountById(db, storeId, channelId)
        if (next.kind === 'call') await post(core, next.chunks[0]!, credentialsOf(core, storeId, account!))
        return next
      }`,
      },
    ],
    suites,
  },
  {
    title: 'the quota is read before it is locked',
    changes: [
      {
        file: 'server/channels/accounts/quota.ts',
        find: /and \(quota is null or usage \+ reserved \+ \$\{messages\}::int <= quota\)/,
        put: `and (select q.quota is null or q.usage + q.reserved + \${messages}::int <= q.quota from broadcast_quota q
        where q.store_id = \${storeId} and q.channel_id = \${channelId} and q.month = \${month}::date)`,
      },
    ],
    suites,
  },
  {
    title: 'who withdrew after the freeze is sent to',
    changes: [
      {
        file: 'server/broadcasts/audience/refusals.ts',
        find: /when consent\.standing = 'withdrawn' or /,
        put: 'when ',
      },
    ],
    suites,
  },
  {
    title: 'an erasure does not wait for a call that LINE may have accepted',
    changes: [
      {
        file: 'server/customers/erasure/queries.ts',
        find: /return rows\.length > 0/,
        put: 'return false',
      },
    ],
    suites,
  },
  {
    title: 'a message of one customer is stored as it is sent',
    changes: [
      {
        file: 'server/broadcasts/sending/sealed-push.ts',
        find: /seal\(secretKey, ownerOf\(storeId, retryKey\), body\.toString\(\)\)/,
        put: 'body',
      },
      {
        file: 'server/broadcasts/sending/sealed-push.ts',
        find: /Buffer\.from\(unseal\(secretKey, ownerOf\(storeId, retryKey\), sealed\)\)/,
        put: 'sealed',
      },
    ],
    suites,
  },
  {
    title: 'the value of a field that became sensitive is sent',
    changes: [
      {
        file: 'server/broadcasts/messages/word-fields.ts',
        find: /\.filter\(\(\{ sensitive \}\) => !sensitive\)/,
        put: '',
      },
    ],
    suites,
  },
  {
    title: 'a click counts for whichever recipient an address names',
    changes: [
      {
        file: 'server/broadcasts/links/addresses.ts',
        find: /return isSameSecret\(proof, proofOf\(secretKey, code, at\)\) \?/,
        put: 'return proof ?',
      },
    ],
    suites: ['server/broadcasts/links'],
  },
  {
    title: 'areas of a rich message may overlap',
    changes: [
      {
        file: 'contract/broadcasts/imagemap-faults.ts',
        find: /areas\.slice\(0, index\)\.some\(\(before\) => overlap\(before, area\)\)/,
        put: 'false',
      },
    ],
    suites: ['server/broadcasts/messages'],
  },
  {
    title: 'a tap on a coupon is answered with that of another account',
    changes: [
      { file: 'server/channels/inbox/coupons-requested.ts', find: / and b\.channel_id = w\.channel_id/, put: '' },
    ],
    suites: ['server/broadcasts/coupons'],
  },
  {
    title: 'a coupon that was closed is sent by reply',
    changes: [
      { file: 'server/broadcasts/coupons/coupon-replies.ts', find: /if \(await usable\.get\(key\)\) /, put: '' },
    ],
    suites: ['server/broadcasts/coupons'],
  },
  {
    title: 'the purge deletes pictures of sent broadcasts',
    changes: [
      {
        file: 'server/migrations/0419-flex-pictures.sql',
        find: /and not exists \(select from named [^)]+\)/,
        put: '',
      },
    ],
    suites: ['server/broadcasts/media'],
  },
]
