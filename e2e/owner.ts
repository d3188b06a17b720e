/** Owner created by the set-up of store 1. The owners of further stores differ from it in their email alone. */
export const owner = {
  email: 'owner@example.com',
  password: 'ช้างสีม่วงปีนบันได',
  store: 'ร้านผ้าฝ้ายเชียงใหม่',
  firstName: 'วราภรณ์',
  lastName: 'ปู่ทอง',
}

/** Browser state of the owner of the current file's store; its tests start signed in. */
export const ownerState = `${import.meta.dirname}/results/owner-${process.env.TEST_PARALLEL_INDEX}.json`
