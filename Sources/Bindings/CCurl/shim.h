#pragma once
#include <curl/curl.h>

// Swift cannot call variadic functions: one wrapper for each type of argument.

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

typedef size_t (*ccurl_data_callback)(char *data, size_t size, size_t count, void *owner);

// For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode ccurl_set_data_callback(CURL *handle, CURLoption option, ccurl_data_callback value) {
  return curl_easy_setopt(handle, option, value);
}

static inline long ccurl_status(CURL *handle) {
  long value = 0;
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &value) == CURLE_OK ? value : 0;
}

// The absolute address that an answer sends on to; NULL when it sends nowhere. Valid as long as the handle.
static inline const char *ccurl_redirect(CURL *handle) {
  char *value = NULL;
  return curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &value) == CURLE_OK ? value : NULL;
}

// The message's handle and result; its union is not Swift's to read.
static inline CURL *ccurl_finished(CURLM *multi, CURLcode *result) {
  int left = 0;
  for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}
