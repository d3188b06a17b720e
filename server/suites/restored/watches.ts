import { watches } from '@ruam/contract/watches/watches.ts'
import type { TestStore } from '../../testing/store.testing.ts'
import { watch } from '../../testing/things/watches.ts'
import { arrive, decideOn, fileIs, look, salesFile, takeFiles } from '../../testing/watches.testing.ts'
import { type Case, isFound, params } from './ended.ts'

const endedCase = (title: string, decide: (store: TestStore, id: number) => Promise<unknown>): Case => ({
  title,
  async make({ store }) {
    const id = await watch(store)
    const works = "select from watch where store_id = $1 and id = $2 and status = 'active' and deleted_at is null"
    return { decide: () => decide(store, id), lives: (there) => isFound(there, store, works, [id]) }
  },
})

const importedFile: Case = {
  title: 'a file of a watch that was imported',
  async make({ store }) {
    const id = await watch(store)
    // A remembered content waits for a decision when it comes again.
    const forgotten = `select from watch w where store_id = $1 and id = $2
      and not exists (select from watch_file f where f.store_id = w.store_id and f.watch_id = w.id and f.status = 'discarded')`
    return {
      async decide() {
        await arrive(store, 'pos.csv', salesFile(900, 2))
        await takeFiles(store, id)
        const file = await fileIs(store, id, 0, 'waiting')
        await decideOn(store, id, file.id, 'import')
        await look(store, id)
        await fileIs(store, id, 0, 'imported')
      },
      lives: (there) => isFound(there, store, forgotten, [id]),
    }
  },
}

export const ofWatches = {
  watch_ended: [
    endedCase('a paused watch', (store, id) => store.call(watches.pause, params(id))),
    endedCase('a deleted watch', (store, id) => store.call(watches.delete, params(id))),
  ],
  watch_file_imported: [importedFile],
} satisfies Record<string, [Case, ...Case[]]>
