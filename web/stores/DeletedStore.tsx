import { Button } from '@mantine/core'
import { STORE_KEPT_DAYS } from '@ruam/contract/constants.ts'
import { stores, users } from '@ruam/contract/stores.ts'
import { IconTrash } from '@tabler/icons-react'
import { alerts } from '../core/alerts.ts'
import { useWrite } from '../core/api.ts'
import { useWords } from '../core/text.ts'
import styles from './ChooseStore.module.css'
import { text } from './text.ts'

const DAY_MS = 86_400_000

/** A deleted store, which its owner can have back. */
export function DeletedStore({ id, name, deletedAt }: { id: number; name: string; deletedAt: string }) {
  const t = useWords(text)
  const restore = useWrite(stores.restore, { refreshes: [users.stores] })
  const left = Math.max(1, Math.ceil(STORE_KEPT_DAYS - (Date.now() - Date.parse(deletedAt)) / DAY_MS))
  return (
    <div className={styles.store}>
      <IconTrash size={20} stroke={1.6} />
      <span>
        <strong>{name}</strong>
        <small>{t.deleted({ count: left })}</small>
      </span>
      <Button
        loading={restore.isPending}
        onClick={() => restore.mutate({ params: { id } }, { onSuccess: () => alerts.success(t.restored) })}
      >
        {t.restore}
      </Button>
    </div>
  )
}
