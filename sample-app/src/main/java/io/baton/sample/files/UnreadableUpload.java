package io.baton.sample.files;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.multipart.MultipartException;

/** Responds to an upload without parts with 400; Boot handles other errors. */
@RestControllerAdvice
class UnreadableUpload {

    @ExceptionHandler
    ProblemDetail explained(MultipartException failure) {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.BAD_REQUEST, "The upload cannot be read as multipart/form-data with a part \"file\".");
    }
}
