import { notifications } from '@ruam/contract/notifications.ts'
import { pageAnswer } from '../database/page.ts'
import { implement, type Routes } from '../http/implement.ts'
import { countUnread, listNotices, markRead } from './queries.ts'
import { type ViewJobs, viewNotices } from './view.ts'

/** The calls of the bell. What is known of jobs comes from those who work them. */
export const notificationRoutes = (viewJobs: ViewJobs): Routes =>
  implement(notifications, {
    async list({ db, storeId, user, query, language }) {
      const { unread: asked, ...page } = query
      const { data, total } = await listNotices(db, storeId, user, {
        ...page,
        ...(asked !== undefined && { unread: asked === 'true' }),
      })
      const shown = await viewNotices(db, storeId, data, { reader: user, language, viewJobs })
      const unread = await countUnread(db, storeId, user)
      return { ...pageAnswer({ ...page, sort_by: 'at', sort_dir: 'desc' }, shown, total), unread }
    },

    async read({ db, storeId, user, body }) {
      await markRead(db, storeId, user, body)
      return { unread: await countUnread(db, storeId, user) }
    },
  })
