import styles from './Header.module.css'

export function Brand() {
  return (
    <div className={styles.brand}>
      <svg
        width="20"
        height="20"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M10 5 5 10l5 5" />
        <path d="M16 5l-5 5 5 5" />
      </svg>
      <span>Backstep</span>
    </div>
  )
}
