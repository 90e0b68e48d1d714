int rm_placeholder(void);
