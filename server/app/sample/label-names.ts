/** Names of the sample's labels, in files and in the store. */
export const MEMBER_LABEL = 'สมาชิกหน้าร้าน'
export const ONLINE_LABEL = 'ลูกค้าออนไลน์'
export const VIP_LABEL = 'ลูกค้า VIP'
export const TRIAL_LABEL = 'ทดลองสินค้าใหม่'
export const WHOLESALE_LABEL = 'ซื้อหลายชิ้น'
export const GIFT_LABEL = 'ซื้อของขวัญ'
