# busybox: Debian 13's.
FROM scratch
COPY usr/bin/busybox /bin/busybox
RUN ["/bin/busybox", "--install", "-s", "/bin"]
CMD ["sh"]
