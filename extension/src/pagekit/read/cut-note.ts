// How a capture ends that was cut. No page can end one so: its own comments are left out.
export const CUT_NOTE = '\n<!-- The page goes on here. -->';
