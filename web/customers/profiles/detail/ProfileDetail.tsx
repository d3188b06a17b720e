import { Button } from '@mantine/core'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconPencil } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useTabTitle } from '../../../app/page-title.ts'
import { NotFound } from '../../../app/pages.tsx'
import { useRead } from '../../../data/api.ts'
import { isCopy } from '../../../data/copy-time.ts'
import { useStore } from '../../../data/session.ts'
import { useWords } from '../../../data/text.ts'
import { common, titles } from '../../../data/words.ts'
import { useKeysWait } from '../../../ui/buffer-keys.ts'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useMayCall, useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { Unread } from '../../../ui/Unread.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { mergedInto, ProfileMerged } from '../ProfileMerged.tsx'
import { ProfileDeleted, ProfileMissing } from '../ProfileMissing.tsx'
import { lookedAt } from '../recent.ts'
import { useCalled } from '../use-called.ts'
import { useEditable } from '../use-editable.ts'
import { fieldNameOf, isProfileId, type ListedProfile } from '../values.ts'
import { detail } from './detail-text.ts'
import { MayEdit } from './edit-context.ts'
import { OpenProfile } from './open-profile.ts'
import styles from './ProfileDetail.module.css'
import { isPage, type PageType, ProfileDetailTabs } from './ProfileDetailTabs.tsx'
import { ProfileHead } from './ProfileHead.tsx'
import { ProfileOverview } from './ProfileOverview.tsx'
import { FrequentActions } from './ServeActions.tsx'

const pages = {
  activity: lazyPart(async () => ({ default: (await import('./ActivityPage.tsx')).ActivityPage })),
  history: lazyPart(async () => ({ default: (await import('./HistoryPage.tsx')).HistoryPage })),
  'data-sources': lazyPart(async () => ({ default: (await import('./SourcesPage.tsx')).SourcesPage })),
  readers: lazyPart(async () => ({ default: (await import('./ReadersPage.tsx')).ReadersPage })),
}

const RestrictionNote = lazyPart(() => import('../../restriction/RestrictionNote.tsx'))
const PipelineNote = lazyPart(async () => ({ default: (await import('../PipelineNote.tsx')).PipelineNote }))

/** One customer: who it is, and a page of what is known, of what they did, of what changed, or of where it came from. */
export function ProfileDetail() {
  const t = useWords(common)
  const names = useWords(titles)
  const phone = usePhone()
  const called = useCalled()
  const { profileId = '', pageType = 'overview' } = useParams({ strict: false }) as {
    profileId?: string
    pageType?: string
  }
  const scroller = useRef<HTMLElement>(null)
  const valid = isProfileId(profileId)
  // Refetched when the tab regains focus: another person may have saved.
  const read = useRead(profiles.get, { params: { id: profileId } }, { enabled: valid, staleTime: 0 })
  const mayEdit = useMayCall(profiles.update)
  const { locked, run } = useEditable(mayEdit)
  const { id: storeId, namesInTabs = true } = useStore()
  const id = read.data && !read.data.deletedAt ? read.data.id : undefined
  useEffect(() => {
    if (id !== undefined) lookedAt(storeId, id)
  }, [storeId, id])
  useTabTitle(namesInTabs && read.data ? fieldNameOf(read.data) || undefined : undefined)
  useKeysWait(valid && !read.data && !read.error)
  if (!isPage(pageType)) return <NotFound />
  const survivor = mergedInto(read.error)
  if (survivor) return <ProfileMerged into={survivor} screen="profile-detail" pageType={pageType} />
  if (!valid || read.error?.status === 404) return <ProfileMissing />
  const profile = read.data
  if (profile?.deletedAt) return <ProfileDeleted profile={profile} />
  return (
    <MayEdit value={mayEdit && !locked && !isCopy(read)}>
      <section
        ref={scroller}
        className={styles.page}
        aria-label={names.profile}
        aria-busy={read.isFetching}
        data-scroll-restoration-id="profile"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {mayEdit && locked && (
          <Suspense>
            <PipelineNote run={run} />
          </Suspense>
        )}
        {read.error && profile && (
          <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />
        )}
        {profile ? (
          <OpenProfile value={profile}>
            <ProfileHead profile={profile} page={pageType} />
            {profile.restrictedAt && (
              <Suspense>
                <RestrictionNote profileId={profile.id} name={called(profile)} since={profile.restrictedAt} />
              </Suspense>
            )}
            <ProfileDetailTabs
              profileId={profile.id}
              page={pageType}
              onChoose={() => scroller.current?.scrollTo(0, 0)}
            />
            <Suspense fallback={<div className={styles.bones} role="status" aria-label={t.loading} />}>
              <Page key={profile.id} type={pageType} profile={profile} />
            </Suspense>
          </OpenProfile>
        ) : read.error ? (
          <Unread read={read} />
        ) : (
          <Bones label={t.loading} />
        )}
      </section>
      {phone && profile && <ProfileFoot profile={profile} />}
    </MayEdit>
  )
}

function Page({ type, profile }: { type: PageType; profile: ListedProfile }) {
  if (type === 'overview') return <ProfileOverview profile={profile} />
  const Other = pages[type]
  return <Other profile={profile} />
}

/** The shape of the page while its customer is being read. */
function Bones({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <div className={styles.head}>
        <span className={styles.avatar} />
        <span className={styles.bone} style={{ width: 240 }} />
      </div>
      <div className={styles.fields}>
        {[34, 52, 44, 60, 38].map((width) => (
          <span key={width} className={styles.bone} style={{ width: `${width}%` }} />
        ))}
      </div>
    </div>
  )
}

/** Actions on a customer at the foot of a phone: a row of the page, so that it covers nothing. */
function ProfileFoot({ profile }: { profile: ListedProfile }) {
  const t = useWords(detail)
  const c = useWords(common)
  const mayEdit = useMayOpen('profile-edit')
  return (
    <fieldset className={styles.foot} aria-label={t.actions}>
      <FrequentActions profile={profile} keys={t.onPage} call />
      {mayEdit && (
        <Button
          component={RouteLink}
          to="profile-edit"
          params={{ profileId: profile.id }}
          state
          variant="filled"
          leftSection={<IconPencil size={18} stroke={1.6} />}
        >
          {c.edit}
        </Button>
      )}
    </fieldset>
  )
}
