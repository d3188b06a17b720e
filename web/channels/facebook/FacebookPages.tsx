import { Alert, Button } from '@mantine/core'
import { facebookSetting } from '@ruam/contract/channels/facebook.ts'
import { IconBrandFacebook, IconInfoCircle, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { useMayCall } from '../../ui/may.ts'
import { Toolbar } from '../../ui/Toolbar.tsx'
import styles from './Facebook.module.css'
import { PageCard } from './PageCard.tsx'
import { PageDialog } from './PageDialog.tsx'
import { text } from './text.ts'

/** The Facebook pages of the store, behind the server's flag. */
export function FacebookPages() {
  const t = useWords(text)
  const isOn = useStore().flags?.facebook === true
  const mayConnect = useMayCall(facebookSetting.connect)
  const read = useRead(facebookSetting.list, {}, { enabled: isOn })
  const [connecting, setConnecting] = useState(false)
  if (!isOn) return <EmptyState icon={IconBrandFacebook} title={t.off} text={t.offText} />
  const pages = read.data?.data ?? []
  const isSetUp = read.data?.webhookUrl !== null
  const connectButton = mayConnect && isSetUp && (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setConnecting(true)}>
      {t.connect}
    </Button>
  )
  return (
    <>
      {pages.length > 0 && (
        <Toolbar actions={connectButton}>
          <span className={styles.total}>{t.count({ count: pages.length })}</span>
        </Toolbar>
      )}
      {read.error && (
        <ErrorBanner message={read.error.message} onRetry={() => void read.refetch()} busy={read.isFetching} />
      )}
      {!read.data && !read.error && <Bones />}
      {read.data && (
        <div className={styles.pages}>
          {!isSetUp && (
            <Alert color="yellow" icon={<IconInfoCircle size={18} stroke={1.6} />}>
              {t.notSetUp}
            </Alert>
          )}
          {pages.length === 0 ? (
            <EmptyState
              icon={IconBrandFacebook}
              title={t.emptyTitle}
              text={mayConnect ? t.emptyText : `${t.emptyText} ${t.emptyRead}`}
              action={connectButton}
            />
          ) : (
            <ul aria-label={t.pages}>
              {pages.map((page) => (
                <PageCard key={page.id} page={page} />
              ))}
            </ul>
          )}
          <aside className={styles.note}>
            <strong>{t.noSendingTitle}</strong>
            <p>{t.noSending}</p>
          </aside>
        </div>
      )}
      {connecting && <PageDialog onClose={() => setConnecting(false)} />}
    </>
  )
}
