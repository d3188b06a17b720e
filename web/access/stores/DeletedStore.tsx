import { Button } from '@mantine/core'
import { stores, users } from '@ruam/contract/access/stores.ts'
import { STORE_KEPT_DAYS } from '@ruam/contract/platform/constants.ts'
import { IconTrash } from '@tabler/icons-react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
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
