import { Button } from '@mantine/core'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { IconBraces, IconFileText } from '@tabler/icons-react'
import { watchJob } from '../../background/jobs/watch-job.ts'
import { download, useWrite } from '../../data/api.ts'
import { formatBytes } from '../../data/format-size.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { alerts } from '../../ui/alerts.ts'
import { useMayCall } from '../../ui/may.ts'
import styles from './Page.module.css'
import { requestPageText } from './page-text.ts'
import type { PrivacyRequest } from './request.ts'

const files = [
  { format: 'html', icon: IconFileText, word: 'readable' },
  { format: 'json', icon: IconBraces, word: 'forSystems' },
] as const

/** Files with all that the store has of the customer, and the way to make them. */
export function CopyFiles({ request: { id, copy, closedAt } }: { request: PrivacyRequest }) {
  const t = useWords(requestPageText)
  const format = useFormat()
  const mayMake = useMayCall(privacyRequests.copy)
  const mayDownload = useMayCall(privacyRequests.download)
  const make = useWrite(privacyRequests.copy)
  const isMade = copy !== null && copy.madeAt !== null
  const fetchFile = (format: 'html' | 'json') =>
    download(privacyRequests.download, { params: { id, format } }, () => {}).catch((refused: unknown) => {
      if (!isApiError(refused)) throw refused
      alerts.error(refused.message)
    })
  return (
    <section className={styles.files} aria-label={t.copyFiles}>
      <h3>{t.copyFiles}</h3>
      {isMade ? (
        <>
          <ul>
            {files.map(({ format: type, icon: FileIcon, word }) => (
              <li key={type}>
                <FileIcon size={18} stroke={1.6} aria-hidden />
                <span>
                  {t[word]} <small>.{type}</small>
                </span>
                {mayDownload && (
                  <Button
                    size="compact-sm"
                    aria-label={t.downloadOf({ name: t[word] })}
                    onClick={() => fetchFile(type)}
                  >
                    {t.download}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <p className={styles.quiet}>
            {[formatBytes(copy.bytes ?? 0), copy.expiresAt && t.copyUntil({ date: format.date(copy.expiresAt) })]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </>
      ) : (
        <p className={styles.quiet}>{copy ? t.copyComing : t.copyHint}</p>
      )}
      {mayMake && !closedAt && (!copy || isMade) && (
        <Button
          loading={make.isPending}
          onClick={() => make.mutate({ params: { id } }, { onSuccess: ({ jobId }) => watchJob(jobId) })}
        >
          {isMade ? t.copyAgain : t.copyMake}
        </Button>
      )}
    </section>
  )
}
