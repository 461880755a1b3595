/** The field of the list that searches, where the list is open. */
export const SEARCH_ID = 'orders-search'
